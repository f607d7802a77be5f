package let programs =
  stepPrograms + errorPrograms + severalPrograms + isolationPrograms + namePrograms + shapePrograms + guaranteePrograms
  + leftPrograms + googlePrograms
